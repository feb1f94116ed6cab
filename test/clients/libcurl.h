/* The few declarations of libcurl that logger.c needs, for machines that have the library but not its headers. Names and
   numbers are part of libcurl's ABI (soname libcurl.so.4) and never change. */
#include <stddef.h>

typedef void CURL;
typedef int CURLcode;
typedef struct curl_mime curl_mime;
typedef struct curl_mimepart curl_mimepart;
struct curl_slist;

enum {
  CURLE_OK = 0,
  CURLOPT_FAILONERROR = 45,
  CURLOPT_POST = 47,
  CURLOPT_FOLLOWLOCATION = 52,
  CURLOPT_POSTREDIR = 161,
  CURLOPT_URL = 10002,
  CURLOPT_POSTFIELDS = 10015,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_CAINFO = 10065,
  CURLOPT_MIMEPOST = 10269,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLINFO_CONTENT_TYPE = 0x100012,
  CURLINFO_RESPONSE_CODE = 0x200002,
  CURLINFO_NUM_CONNECTS = 0x20001a
};
#define CURL_GLOBAL_ALL 3L
#define CURL_REDIR_POST_ALL 7L
#define CURL_ZERO_TERMINATED ((size_t)-1)

CURLcode curl_global_init(long flags);
CURL *curl_easy_init(void);
CURLcode curl_easy_setopt(CURL *curl, int option, ...);
CURLcode curl_easy_perform(CURL *curl);
CURLcode curl_easy_getinfo(CURL *curl, int info, ...);
const char *curl_easy_strerror(CURLcode code);
void curl_easy_cleanup(CURL *curl);
struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text);
void curl_slist_free_all(struct curl_slist *list);
curl_mime *curl_mime_init(CURL *curl);
curl_mimepart *curl_mime_addpart(curl_mime *mime);
CURLcode curl_mime_name(curl_mimepart *part, const char *name);
CURLcode curl_mime_data(curl_mimepart *part, const char *data, size_t size);
CURLcode curl_mime_filedata(curl_mimepart *part, const char *path);
CURLcode curl_mime_filename(curl_mimepart *part, const char *name);
CURLcode curl_mime_type(curl_mimepart *part, const char *type);
void curl_mime_free(curl_mime *mime);
