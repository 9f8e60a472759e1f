export default class extends A { location = 1; import(b) {} }
