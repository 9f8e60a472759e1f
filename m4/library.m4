# TIPTOE_LIBRARY(NAME, MODULE-SPEC, DEBIAN-PACKAGE): finds a library by pkg-config and adds it to
# LIBS_CFLAGS and LIBS_LIBS; what is missing or too old is collected and told at once by TIPTOE_REPORT_MISSING.
AC_DEFUN([TIPTOE_LIBRARY], [
    AC_REQUIRE([AC_PROG_CC])
    AS_IF([test -z "$PKG_CONFIG"], [AC_PATH_PROG([PKG_CONFIG], [pkg-config])])
    AS_IF([test -z "$PKG_CONFIG"],
        [AC_MSG_ERROR([pkg-config is missing; on Debian: apt-get install pkg-config])])
    AC_MSG_CHECKING([for $2])
    AS_IF([$PKG_CONFIG --exists "$2" 2>/dev/null],
        [AC_MSG_RESULT([yes])
         LIBS_CFLAGS="$LIBS_CFLAGS `$PKG_CONFIG --cflags "$2"`"
         LIBS_LIBS="$LIBS_LIBS `$PKG_CONFIG --libs "$2"`"],
        [tiptoe_version=`$PKG_CONFIG --modversion "m4_bregexp([$2], [^[^ ]+], [\&])" 2>/dev/null`
         AC_MSG_RESULT([no${tiptoe_version:+, $tiptoe_version}])
         AS_IF([test -n "$tiptoe_version"],
             [tiptoe_old="$tiptoe_old${tiptoe_old:+, }$2 (this is $tiptoe_version)"],
             [tiptoe_missing="$tiptoe_missing $3"])])
    AC_SUBST([LIBS_CFLAGS])
    AC_SUBST([LIBS_LIBS])
])

# TIPTOE_LIBRARY_LINK(LIBRARY, HEADER, FUNCTION, DEBIAN-PACKAGE): the same for a library without a pkg-config file.
AC_DEFUN([TIPTOE_LIBRARY_LINK], [
    tiptoe_found=no
    AC_CHECK_HEADER([$2], [AC_CHECK_LIB([$1], [$3], [tiptoe_found=yes])])
    AS_IF([test $tiptoe_found = yes],
        [LIBS_LIBS="$LIBS_LIBS -l$1"],
        [tiptoe_missing="$tiptoe_missing $4"])
])

AC_DEFUN([TIPTOE_REPORT_MISSING], [
    AS_IF([test -n "$tiptoe_old"],
        [AC_MSG_ERROR([libraries are too old: tiptoe needs $tiptoe_old; Debian 12, Ubuntu 22.04 and later have these versions])])
    AS_IF([test -n "$tiptoe_missing"],
        [AC_MSG_ERROR([libraries are missing; on Debian: apt-get install$tiptoe_missing])])
])

# TIPTOE_LIBRARY_OPTIONAL(NAME, MODULE-SPEC, OPTION, LOST, DEBIAN-PACKAGE): the same for a library that --without-OPTION leaves
# out, with what is LOST; HAVE_NAME is for its sources.
AC_DEFUN([TIPTOE_LIBRARY_OPTIONAL], [
    AC_ARG_WITH([$3], [AS_HELP_STRING([--without-$3], [do not use this library: $4])], [], [with_$3=yes])
    AS_IF([test "x$with_$3" = xno],
        [tiptoe_lost="$tiptoe_lost $3 ($4)"],
        [TIPTOE_LIBRARY([$1], [$2], [$5])
         AC_DEFINE([HAVE_$1], [1], [Define to use this optional library.])])
    AM_CONDITIONAL([HAVE_$1], [test "x$with_$3" != xno])
])
