/** Entry of the built daemon: nothing else is loaded before these two have been seen to. */
import { hardenProcess, requireFiles } from '../launch/process.mjs'

hardenProcess()
requireFiles()
await import('./daemon.ts')
