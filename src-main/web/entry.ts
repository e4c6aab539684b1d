/** Entry of the built browser mode: nothing else is loaded before these two have been seen to. */
import { keepInspectorShut, requireFiles } from '../launch/process.mjs'

keepInspectorShut()
requireFiles()
await import('./main.ts')
