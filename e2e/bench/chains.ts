import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../support/ports.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { startSocketApp } from '../support/socketApp.ts'
import { startWebApp } from '../support/webApp.ts'
import type { Record } from './figures.ts'

const BLOCKS = 200
const ROUNDS = 5
const ALONE = ['-listen=0', '-dnsseed=0']
const NAMES = ['BENCHA', 'BENCHB'] as const

interface Prepared {
  readonly home: string
  /** ports of their RPC servers */
  readonly ports: readonly number[]
}

/** Creates an app with two running chains of a few blocks, then quits it as a user does. */
async function prepare(home: string): Promise<Prepared> {
  const app = await startSocketApp({ home, args: ALONE })
  const ports: number[] = []
  for (const name of NAMES) {
    const options = [`-ac_name=${name}`, '-ac_supply=1000', '-ac_cc=2', '-ac_public=1', '-regtest']
    const { id } = await app.call<{ id: string }>('createchain', { label: '', options, testnode: true })
    const rpcport = await freePort()
    ports.push(rpcport)
    await app.call('startchain', id, { rpcport })
    await app.call('selectchain', id)
    await app.call('generate', BLOCKS)
  }
  await app.stop()
  return { home, ports }
}

function connect(home: string, name: string, port: number): RpcClient {
  const conf = readFileSync(join(home, '.chainwright', name, `${name}.conf`), 'utf8')
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(conf)?.[1] ?? ''
  return connectRpc({ port, user: value('rpcuser'), password: value('rpcpassword') })
}

async function untilAnswered(rpc: RpcClient): Promise<void> {
  for (;;) {
    const blocks = await rpc.call<number>('getblockcount').catch(() => undefined)
    if (blocks === BLOCKS) return
    await delay(5)
  }
}

/**
 * Records the seconds from the start of the app until the RPC servers of both chains answer (median of several starts).
 */
export async function measureChains(folder: string, record: Record): Promise<void> {
  const { home, ports } = await prepare(join(folder, 'chains'))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const clients = NAMES.map((name, index) => connect(home, name, ports[index] ?? 0))
    const start = performance.now()
    const starting = startWebApp({ home, args: ALONE })
    await Promise.all(clients.map(untilAnswered))
    times.push((performance.now() - start) / 1000)
    for (const client of clients) client.close()
    await (await starting).stop()
  }
  times.sort((a, b) => a - b)
  const longest = times.at(-1) ?? 0
  record({
    name: 'start of the app to RPC of two chains',
    value: times[ROUNDS >> 1] ?? 0,
    unit: 's',
    goal: { sense: '<', limit: 2 },
    note: `slowest of ${ROUNDS}: ${longest.toFixed(2)} s`,
  })
}
