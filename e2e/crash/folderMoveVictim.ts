/**
 * Moves a folder in until it is killed. Arguments: the folder of the chains, and the old folder. It continues a recorded
 * move as a start of the app does, otherwise it begins one. It reports each change, and waits at the end.
 */
import { openChainManager } from '../../src-main/app/openChainManager.ts'
import { OLD_CHAIN } from '../support/oldFolder.ts'

const [root, folder] = process.argv.slice(2) as [string, string]
const manager = openChainManager([`-root=${root}`], 'web', undefined, { idle: true })
const call = async (name: string, ...params: unknown[]) =>
  JSON.parse(await manager.call(name, JSON.stringify(params))) as Record<string, never>

const chosen = await call('choosenodefolder', folder)
const record = manager.moveIn.find(String(chosen['folder']))
manager.onEvent(({ type }) => {
  if (type === 'chains') process.send!('changed')
})
process.send!('start')
if (record === undefined) {
  await call('moveinnode', chosen['folder'], { text: OLD_CHAIN.join(' '), conf: true })
} else {
  manager.moveIn.resume()
}
await manager.moveIn.settled(String(chosen['folder']))
for (;;) {
  process.send!('done')
  await new Promise((resolve) => setTimeout(resolve, 20))
}
