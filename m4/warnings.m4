# TIPTOE_WARNINGS: puts the warnings the compiler knows into WARN_CFLAGS; --enable-werror makes them errors. Fields that
# an initializer leaves out are 0, as tables here rely on: clang's -Wextra would warn.
AC_DEFUN([TIPTOE_WARNINGS], [
    AC_ARG_ENABLE([werror],
        [AS_HELP_STRING([--enable-werror], [treat compiler warnings as errors])],
        [], [enable_werror=no])
    WARN_CFLAGS=
    tiptoe_saved_cflags=$CFLAGS
    for tiptoe_flag in -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
        -Wpointer-arith -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wcast-align -Wcast-qual -Wswitch-enum \
        -Wimplicit-fallthrough -Wnull-dereference -Wdouble-promotion -Wlogical-op -Wduplicated-cond \
        -Wduplicated-branches -Wjump-misses-init -Walloc-zero -Wno-missing-field-initializers
    do
        AC_MSG_CHECKING([whether $CC accepts $tiptoe_flag])
        CFLAGS="$tiptoe_saved_cflags -Werror $tiptoe_flag"
        AC_COMPILE_IFELSE([AC_LANG_PROGRAM],
            [AC_MSG_RESULT([yes])
             WARN_CFLAGS="$WARN_CFLAGS $tiptoe_flag"],
            [AC_MSG_RESULT([no])])
    done
    CFLAGS=$tiptoe_saved_cflags
    AS_IF([test "x$enable_werror" = xyes], [WARN_CFLAGS="$WARN_CFLAGS -Werror"])
    AC_SUBST([WARN_CFLAGS])
])
