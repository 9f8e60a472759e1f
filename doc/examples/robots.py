#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks a robots.txt on standard input whether URLs of its site may be fetched:  robots.py URL… <robots.txt"""
import ctypes
import sys
import time

lib = ctypes.CDLL("librobots.so.0")
lib.robots_version.restype = ctypes.c_char_p
lib.robots_rules_new.restype = ctypes.c_void_p
lib.robots_rules_new.argtypes = [ctypes.c_char_p]
lib.robots_rules_free.argtypes = [ctypes.c_void_p]
lib.robots_rules_parse.restype = ctypes.c_bool
lib.robots_rules_parse.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t,
                                   ctypes.c_int, ctypes.c_int64, ctypes.c_int64]


class Decision(ctypes.Structure):
    """struct robots_decision of librobots.h"""
    _fields_ = [("allowed", ctypes.c_bool), ("store", ctypes.c_bool), ("why", ctypes.c_int),
                ("line", ctypes.c_uint32), ("text", ctypes.c_void_p), ("text_len", ctypes.c_size_t),
                ("store_line", ctypes.c_uint32), ("store_text", ctypes.c_void_p),
                ("store_text_len", ctypes.c_size_t)]


lib.robots_rules_judge.restype = ctypes.c_bool
lib.robots_rules_judge.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.POINTER(Decision)]

rules = lib.robots_rules_new(b"Example")
body, now, decision = sys.stdin.buffer.read(), int(time.time()), Decision()
for url in map(str.encode, sys.argv[1:]):
    lib.robots_rules_parse(rules, url, body, len(body), 200, now, -1)
    allowed = lib.robots_rules_judge(rules, url, now, decision)
    text = ctypes.string_at(decision.text, decision.text_len) if decision.text else b""
    print("allowed" if allowed else "disallowed", "by line", decision.line, text.decode(errors="replace"))
lib.robots_rules_free(rules)
