#!/x
<!-- 'no'
if (a) /[/'"]/.test(b) / c; x = a / 'b' / c; `a${{b: '}'}}c${`d`}`; 'a\
bAB'; // 'c'
/* 'd' */ html`<p>`
 --> 'e'