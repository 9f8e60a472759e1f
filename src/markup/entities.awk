# data/entities.txt → the rows of the table in entity.c: {"name", "UTF-8 in octal escapes"}.
function hex(digits,    value, i) {
    value = 0
    for (i = 1; i <= length(digits); i++)
        value = value * 16 + index("0123456789ABCDEF", substr(digits, i, 1)) - 1
    return value
}
function octal(byte) {
    return sprintf("\\%03o", byte)
}
function utf8(code) {
    if (code < 128)
        return octal(code)
    if (code < 2048)
        return octal(192 + int(code / 64)) octal(128 + code % 64)
    if (code < 65536)
        return octal(224 + int(code / 4096)) octal(128 + int(code / 64) % 64) octal(128 + code % 64)
    return octal(240 + int(code / 262144)) octal(128 + int(code / 4096) % 64) octal(128 + int(code / 64) % 64) \
        octal(128 + code % 64)
}
/^#/ { next }
{
    text = ""
    for (i = 2; i <= NF; i++)
        text = text utf8(hex($i))
    printf "{\"%s\", \"%s\"},\n", $1, text
}
