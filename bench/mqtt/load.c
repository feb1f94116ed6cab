// A load generator for MQTT 3.1.1, light enough not to be the limit: one thread, epoll, frames encoded once.
//   load pub   HOST PORT TOKENS CONNECTIONS IN_FLIGHT SECONDS RATE   publish with QoS 1, RATE msgs/s in all (0: as fast as it goes)
//   load storm HOST PORT TOKENS CONNECTIONS                           connect all, one message each, until all are acknowledged
//   load idle  HOST PORT TOKENS CONNECTIONS SECONDS                   connect all and wait
// TOKENS is a file with a user name per line. The result is one line of JSON.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define TOPIC "v1/devices/me/telemetry"
#define TOKEN_MAX 160
#define BUCKETS 200000 // of 10 us: latencies up to 2 s

typedef struct {
  int fd, in_flight, acknowledged_connect, have, closed;
  uint16_t next_id;
  uint64_t ts;
  double *sent_at; // by position in the window
  int head, tail;
  unsigned char in[8];
} Client;

static Client *clients;
static int count, window;
static uint64_t acknowledged, lost;
static uint32_t histogram[BUCKETS];
static unsigned char frame[256];
static int frame_length, id_at, ts_at;
static char (*tokens)[TOKEN_MAX];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void read_tokens(const char *file) {
  FILE *f = fopen(file, "r");
  if (!f) die(file);
  tokens = calloc(count, TOKEN_MAX);
  for (int i = 0; i < count; i++) {
    if (!fgets(tokens[i], TOKEN_MAX, f)) {
      fprintf(stderr, "too few tokens\n");
      exit(1);
    }
    tokens[i][strcspn(tokens[i], "\n")] = 0;
  }
  fclose(f);
}

static void encode_publish(void) {
  char payload[128];
  int n = sprintf(payload, "{\"ts\":0000000000000,\"values\":{\"temperature\":21.5,\"humidity\":40,\"voltage\":3.31}}");
  int topic = strlen(TOPIC), body = 2 + topic + 2 + n, at = 0;
  frame[at++] = 0x32;
  if (body < 128) frame[at++] = body;
  else { frame[at++] = (body & 0x7f) | 0x80; frame[at++] = body >> 7; }
  frame[at++] = topic >> 8;
  frame[at++] = topic & 0xff;
  memcpy(frame + at, TOPIC, topic);
  at += topic;
  id_at = at;
  at += 2;
  ts_at = at + 6;
  memcpy(frame + at, payload, n);
  frame_length = at + n;
}

static int connect_packet(unsigned char *p, const char *token, int number) {
  char id[32];
  int id_length = sprintf(id, "load-%d", number), user = strlen(token), at = 0;
  p[at++] = 0x10;
  int body = 10 + 2 + id_length + 2 + user;
  if (body < 128) p[at++] = body;
  else { p[at++] = (body & 0x7f) | 0x80; p[at++] = body >> 7; }
  memcpy(p + at, "\x00\x04MQTT\x04\x82\x00\x00", 10);
  at += 10;
  p[at++] = 0; p[at++] = id_length;
  memcpy(p + at, id, id_length); at += id_length;
  p[at++] = 0; p[at++] = user;
  memcpy(p + at, token, user); at += user;
  return at;
}

static void start_connecting(Client *c, int number, const char *host, int port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, host, &to.sin_addr);
  c->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (c->fd < 0) die("socket");
  if (connect(c->fd, (struct sockaddr *)&to, sizeof to) < 0) die("connect");
  int one = 1;
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  unsigned char p[256];
  int n = connect_packet(p, tokens[number], number);
  if (write(c->fd, p, n) != n) die("write CONNECT");
  fcntl(c->fd, F_SETFL, O_NONBLOCK);
  c->ts = 1700000000000ULL;
  c->sent_at = calloc(window, sizeof(double));
}

// Fills the window with as many messages as `most` allows, in one write.
static int publish(Client *c, int most, double t) {
  static unsigned char out[256 * 1024];
  int n = 0, sent = 0;
  while (c->in_flight < window && sent < most && n + frame_length < (int)sizeof out) {
    unsigned char *p = out + n;
    memcpy(p, frame, frame_length);
    if (++c->next_id == 0) c->next_id = 1;
    p[id_at] = c->next_id >> 8;
    p[id_at + 1] = c->next_id & 0xff;
    uint64_t ts = c->ts++;
    for (int d = 12; d >= 0; d--, ts /= 10) p[ts_at + d] = '0' + ts % 10;
    c->sent_at[c->head] = t;
    c->head = (c->head + 1) % window;
    c->in_flight++;
    sent++;
    n += frame_length;
  }
  if (n > 0 && write(c->fd, out, n) != n) { c->closed = 1; lost++; }
  return sent;
}

// Counts what came: CONNACK and PUBACK are both four bytes long.
static int receive(Client *c, double t) {
  unsigned char b[64 * 1024];
  memcpy(b, c->in, c->have);
  ssize_t got = read(c->fd, b + c->have, sizeof b - c->have);
  if (got <= 0) {
    if (got < 0 && errno == EAGAIN) return 0;
    c->closed = 1;
    lost++;
    return 0;
  }
  int n = c->have + got, at = 0, acks = 0;
  for (; at + 4 <= n; at += 4) {
    if (b[at] == 0x20) {
      if (b[at + 3] != 0) { fprintf(stderr, "refused with %d\n", b[at + 3]); exit(1); }
      c->acknowledged_connect = 1;
    } else if (b[at] == 0x40) {
      int bucket = (t - c->sent_at[c->tail]) * 100000;
      histogram[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
      c->tail = (c->tail + 1) % window;
      c->in_flight--;
      acks++;
    } else { fprintf(stderr, "unexpected packet %02x\n", b[at]); exit(1); }
  }
  c->have = n - at;
  memcpy(c->in, b + at, c->have);
  acknowledged += acks;
  return acks;
}

static double percentile(double part) {
  uint64_t total = 0, seen = 0;
  for (int i = 0; i < BUCKETS; i++) total += histogram[i];
  for (int i = 0; i < BUCKETS; i++) {
    seen += histogram[i];
    if (seen >= part * total) return (i + 1) / 100.0;
  }
  return BUCKETS / 100.0;
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  const char *mode = argv[1], *host = argv[2];
  int port = atoi(argv[3]);
  count = atoi(argv[5]);
  window = !strcmp(mode, "pub") ? atoi(argv[6]) : 1;
  double seconds = !strcmp(mode, "pub") ? atof(argv[7]) : !strcmp(mode, "idle") ? atof(argv[6]) : 60;
  double rate = !strcmp(mode, "pub") ? atof(argv[8]) : 0;
  read_tokens(argv[4]);
  encode_publish();
  clients = calloc(count, sizeof(Client));
  int ep = epoll_create1(0);
  double begun = now();
  int storm = !strcmp(mode, "storm"), idle = !strcmp(mode, "idle");
  struct epoll_event events[1024];
  int connected = 0, done = 0;
  for (int i = 0; i < count; i++) {
    start_connecting(&clients[i], i, host, port);
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = i};
    epoll_ctl(ep, EPOLL_CTL_ADD, clients[i].fd, &e);
  }
  while (connected < count && now() - begun < 120) {
    int n = epoll_wait(ep, events, 1024, 100);
    for (int k = 0; k < n; k++) {
      Client *c = &clients[events[k].data.u32];
      int before = c->acknowledged_connect, acks = receive(c, now());
      done += acks;
      if (!before && c->acknowledged_connect) {
        connected++;
        if (storm) publish(c, 1, now());
      }
      if (c->closed) { fprintf(stderr, "closed while connecting\n"); return 1; }
    }
  }
  double connect_seconds = now() - begun;
  if (idle) {
    printf("{\"connected\":%d,\"seconds\":%.3f}\n", connected, connect_seconds);
    fflush(stdout);
    usleep(seconds * 1e6);
    return 0;
  }
  double start = now(), t = start;
  uint64_t allowed = 0, sent = 0;
  if (!storm && rate == 0) for (int i = 0; i < count; i++) sent += publish(&clients[i], window, t);
  int turn = 0;
  while ((t = now()) - start < seconds && !(storm && done >= count)) {
    int n = epoll_wait(ep, events, 1024, 1);
    t = now();
    for (int k = 0; k < n; k++) {
      Client *c = &clients[events[k].data.u32];
      int acks = receive(c, t);
      done += acks;
      if (c->closed) { epoll_ctl(ep, EPOLL_CTL_DEL, c->fd, 0); continue; }
      if (!storm && rate == 0 && acks > 0) sent += publish(c, window, t);
    }
    if (!storm && rate > 0) {
      allowed = (t - start) * rate;
      for (int tries = 0; sent < allowed && tries < count; tries++, turn = (turn + 1) % count)
        if (!clients[turn].closed) sent += publish(&clients[turn], 1, t);
    }
  }
  double took = (storm ? now() - begun : t - start);
  printf("{\"connections\":%d,\"acknowledged\":%llu,\"seconds\":%.3f,\"rate\":%.0f,\"p50ms\":%.2f,\"p99ms\":%.2f,\"lost\":%llu}\n", count,
         (unsigned long long)acknowledged, took, acknowledged / took, percentile(0.5), percentile(0.99), (unsigned long long)lost);
  return 0;
}
