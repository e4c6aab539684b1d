/** Entry of the built browser mode: nothing else is loaded before these two have been seen to. */
import { hardenProcess, requireFiles } from '../launch/process.mjs'

hardenProcess()
requireFiles()
await import('./main.ts')
