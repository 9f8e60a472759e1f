'use strict';"a";import(a).then((b) => b); a.import(c); import (`d${e}`)
