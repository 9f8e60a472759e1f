export default async () => { await import('./a.js'); }
