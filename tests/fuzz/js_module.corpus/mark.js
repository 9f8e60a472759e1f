#!/a
import 'b' // c
/* export */ export var d = '\u{41}\
'
