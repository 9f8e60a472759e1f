export const a = /[/'"]import(/.test(b) / 2 / c; if (d) /export/g.exec(e)
