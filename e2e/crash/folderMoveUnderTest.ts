/** Kills a program while it moves a folder in, and compares the end with a move that was not killed. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openChainManager } from '../../src-main/app/openChainManager.ts'
import { readConfAccess, readRecordedReplies, unpackOldFolder } from '../support/oldFolder.ts'
import { freePort } from '../support/ports.ts'
import { killOnce } from './kill.ts'

const VICTIM = new URL('./folderMoveVictim.ts', import.meta.url)
/** Numbers of changes after which the program is killed, in turn. */
const CHANGES = [1, 2, 3, 4, 5, 6, 8, 10] as const

type Message = 'start' | 'changed' | 'done'

/** Moves the recorded folder in, with this many kills, and checks the end. */
export async function moveWithKills(dir: string, kills: number): Promise<void> {
  mkdirSync(dir, { recursive: true })
  const root = join(dir, 'root')
  const folder = unpackOldFolder(dir)
  const conf = join(folder, 'MOVE.conf')
  writeFileSync(conf, readFileSync(conf, 'utf8').replace(/^rpcport=.*$/m, `rpcport=${await freePort()}`))
  const before = readFileSync(conf)
  const access = readConfAccess(conf)
  for (let kill = 0; kill < kills; kill++) {
    const wanted = CHANGES[kill % CHANGES.length] ?? 1
    let seen = 0
    const enough = (message: Message) => message === 'done' || (message === 'changed' && ++seen >= wanted)
    await killOnce<Message>(VICTIM, [root, folder], enough, (kill * 7) % 23)
  }
  await finish(root, folder)
  expect(readConfAccess(conf)).toEqual(access)
  expect(readFileSync(`${conf}.before-chainwright`)).toEqual(before)
  expect(readdirSync(folder).filter((name) => /unfinished|-2$/.test(name))).toEqual([])
  expect(readdirSync(root).toSorted()).toEqual(['MOVE', 'chains.json', 'movein.json'])
}

/** Completes the move and compares wallet and chain with the recording. */
async function finish(root: string, folder: string): Promise<void> {
  const recorded = readRecordedReplies()
  const manager = openChainManager([`-root=${root}`], 'web', undefined, { idle: true })
  const call = async (name: string, ...params: unknown[]): Promise<unknown> =>
    JSON.parse(await manager.call(name, JSON.stringify(params)))
  try {
    const { folder: data } = (await call('choosenodefolder', folder)) as { readonly folder: string }
    if (manager.moveIn.find(data)?.state === 'running') manager.moveIn.resume()
    await manager.moveIn.settled(data)
    const { moves } = (await call('getmovein')) as { readonly moves: readonly { readonly id: string }[] }
    expect(moves).toMatchObject([{ state: 'done', step: 'done', conf: { state: 'ours' }, warnings: [] }])
    const id = moves[0]?.id ?? ''
    expect(((await call('listchains')) as { readonly chains: readonly unknown[] }).chains).toHaveLength(1)
    await call('startchain', id)
    await call('selectchain', id)
    expect(await call('getbestblockhash')).toBe(recorded.getbestblockhash)
    expect(Number(await call('getbalance')).toFixed(8)).toBe(recorded.getbalance)
    const all = (await call('listtransactions', '*', 1000, 0, true)) as readonly { readonly category: string }[]
    // The block files have a stale block, whose reward the old wallet had not seen.
    const entries = all.filter(({ category }) => category !== 'orphan')
    expect(entries).toHaveLength(recorded.listtransactions.length)
    // A second move of the same folder finds everything there.
    await call('moveinnode', data, { conf: true })
    await manager.moveIn.settled(data)
    expect(manager.moveIn.find(data)).toMatchObject({ state: 'done', wallet: { imported: 0 } })
  } finally {
    await manager.stop()
  }
}
