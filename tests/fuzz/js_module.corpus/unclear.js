class A { a = 1
 location = 2 }; history; var b, location; function location() {}
