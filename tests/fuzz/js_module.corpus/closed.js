export { a }; } import('b') )
