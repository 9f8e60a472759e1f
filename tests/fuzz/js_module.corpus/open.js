export { a
