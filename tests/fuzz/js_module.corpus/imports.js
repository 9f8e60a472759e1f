import a, * as b from './b.js';
import { c, d as e, 'f g' as h } from "m"; import'./e.js'
import.meta.url;
