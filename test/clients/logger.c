/* A logger as deployed ones are: libcurl, one connection, multipart with image/osfz, Content-Description, redirects.
   usage: logger BASE TOKEN FILE : announces a file, pings twice, and returns FILE whenever it is asked for one.
   Prints each answer: status, content type, connections made so far. */
#ifdef WITHOUT_CURL_HEADERS
#include "libcurl.h"
#else
#include <curl/curl.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char body[65536];
static size_t bodyLength;
static char description[256];

static size_t onBody(char *data, size_t size, size_t count, void *user) {
  (void)user;
  size_t bytes = size * count;
  if (bodyLength + bytes >= sizeof body) bytes = sizeof body - 1 - bodyLength;
  memcpy(body + bodyLength, data, bytes);
  bodyLength += bytes;
  body[bodyLength] = 0;
  return size * count;
}

static size_t onHeader(char *data, size_t size, size_t count, void *user) {
  (void)user;
  if (strncasecmp(data, "Content-Description:", 20) == 0) {
    snprintf(description, sizeof description, "%.*s", (int)(size * count - 2), data);
  }
  return size * count;
}

static char type[128];
static long connections;

static long contact(CURL *curl, const char *base, const char *token, const char *f, const char *file, const char *text,
                    const char *answers) {
  char url[1024];
  long status = 0;
  char *contentType = NULL;
  long made = 0;
  struct curl_slist *headers = NULL;
  curl_mime *mime = curl_mime_init(curl);
  snprintf(url, sizeof url, "%s/status.php?F=%s&ID=%s&P=v5&T=1656503870", base, f, token);
  if (file || text) {
    curl_mimepart *part = curl_mime_addpart(mime);
    curl_mime_name(part, "data");
    if (file) curl_mime_filedata(part, file);
    else {
      curl_mime_data(part, text, CURL_ZERO_TERMINATED);
      curl_mime_filename(part, "data.xml");
    }
    curl_mime_type(part, file ? "image/osfz" : "image/xml");
  }
  if (answers && *answers) headers = curl_slist_append(headers, answers);
  description[0] = 0;
  bodyLength = 0;
  curl_easy_setopt(curl, CURLOPT_URL, url);
  if (file || text) curl_easy_setopt(curl, CURLOPT_MIMEPOST, mime);
  else {
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, "");
  }
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_POSTREDIR, CURL_REDIR_POST_ALL);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, onBody);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, onHeader);
  CURLcode result = curl_easy_perform(curl);
  if (result != CURLE_OK) {
    fprintf(stderr, "%s: %s\n", f, curl_easy_strerror(result));
    exit(1);
  }
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &contentType);
  curl_easy_getinfo(curl, CURLINFO_NUM_CONNECTS, &made);
  connections += made;
  snprintf(type, sizeof type, "%s", contentType ? contentType : "");
  printf("%s %ld %s connections=%ld\n", f, status, *type ? type : "-", connections);
  curl_slist_free_all(headers);
  curl_mime_free(mime);
  return status;
}

/* A task may come with any answer. */
static void answerTask(CURL *curl, char **argv) {
  char answers[256];
  if (strcmp(type, "application/om-request-file") != 0) return;
  snprintf(answers, sizeof answers, "%s", description);
  contact(curl, argv[1], argv[2], "RETURN_FILE", argv[3], NULL, answers);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  curl_global_init(CURL_GLOBAL_ALL);
  CURL *curl = curl_easy_init();
  contact(curl, argv[1], argv[2], "ATTN", NULL,
          "<root><attention text=\"File=/sde/preview/20220629/20220629_115750.osfz Tag=preview\"/></root>", NULL);
  answerTask(curl, argv);
  contact(curl, argv[1], argv[2], "PING", NULL, "<root><info serial=\"0042\" firmware=\"2.13\"/></root>", NULL);
  answerTask(curl, argv);
  contact(curl, argv[1], argv[2], "PING", NULL, NULL, NULL);
  curl_easy_cleanup(curl);
  return 0;
}
