export { a as b, c }; export { d as default } from './d.js';
export * from 'e'; export * as f from 'f'
export const g = 1, h = [2, 3]
export let { i, j: k, ...l } = m;
