export default function() { return `${import.meta.url} ${`${a}`}` }
export async function* b() {}
