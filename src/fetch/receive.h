/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_RECEIVE_H
#define TIPTOE_FETCH_RECEIVE_H

#include <curl/curl.h>

/* libcurl's callbacks. Their argument is the struct transfer, but for receive_close_socket: connections
 * outlive transfers. */
size_t receive_header(char *bytes, size_t size, size_t count, void *transfer);
size_t receive_body(char *bytes, size_t size, size_t count, void *transfer);
int receive_debug(CURL *easy, curl_infotype type, char *bytes, size_t len, void *transfer);
int receive_close_socket(void *sockets, curl_socket_t fd);
int receive_ready(void *transfer, char *peer_ip, char *local_ip, int peer_port, int local_port);
curl_socket_t receive_open_socket(void *transfer, curlsocktype purpose, struct curl_sockaddr *address);

#endif
