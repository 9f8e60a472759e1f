export const { a = 1 } = b; import c from 'c' with { type: 'json' }
