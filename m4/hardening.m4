# TIPTOE_HARDENING: puts the protections that the compiler and the linker know into HARDENING_CFLAGS and HARDENING_LDFLAGS.
# (Debian's compilers make position-independent programs without a flag.) With sanitizers, _FORTIFY_SOURCE would hide from
# them what they look for; without optimization, glibc refuses it.
AC_DEFUN([TIPTOE_HARDENING], [
    HARDENING_CFLAGS= HARDENING_LDFLAGS=
    tiptoe_saved_cflags=$CFLAGS tiptoe_saved_ldflags=$LDFLAGS
    for tiptoe_flag in "-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2" -fstack-protector-strong -fstack-clash-protection \
        -fcf-protection
    do
        AS_CASE([$tiptoe_flag:$tiptoe_saved_cflags], [-U*:*-fsanitize*], [continue])
        AC_MSG_CHECKING([whether $CC accepts $tiptoe_flag])
        CFLAGS="$tiptoe_saved_cflags -Werror $tiptoe_flag"
        AC_LINK_IFELSE([AC_LANG_PROGRAM([#include <stdio.h>])],
            [AC_MSG_RESULT([yes])
             HARDENING_CFLAGS="$HARDENING_CFLAGS $tiptoe_flag"],
            [AC_MSG_RESULT([no])])
    done
    CFLAGS=$tiptoe_saved_cflags
    for tiptoe_flag in -Wl,-z,relro -Wl,-z,now
    do
        AC_MSG_CHECKING([whether $CC links with $tiptoe_flag])
        LDFLAGS="$tiptoe_saved_ldflags $tiptoe_flag"
        AC_LINK_IFELSE([AC_LANG_PROGRAM],
            [AC_MSG_RESULT([yes])
             HARDENING_LDFLAGS="$HARDENING_LDFLAGS $tiptoe_flag"],
            [AC_MSG_RESULT([no])])
    done
    LDFLAGS=$tiptoe_saved_ldflags
    AC_SUBST([HARDENING_CFLAGS])
    AC_SUBST([HARDENING_LDFLAGS])
])
