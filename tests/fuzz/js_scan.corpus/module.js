import x, {y as z} from './a.js';
import "/b.js";export * from '../c.mjs'
const d = import(`./d.js`), e = new URL('e.png', import.meta.url);
