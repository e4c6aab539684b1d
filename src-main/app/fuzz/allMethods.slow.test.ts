import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Method } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import type { ChainNode } from '../../node/composition/node.ts'
import { nightly } from '../../node/testing/index.ts'
import { recordedBytes } from '../../node/wallet/moveIn/walletDat/testing/recordedWallets.ts'
import { createLoggingNode } from '../thread/nodeSetup.ts'
import { readOptions } from '../thread/readOptions.ts'
import { createHarvest } from './testing/harvest.ts'
import { seededRandom } from './testing/random.ts'
import { watchThread } from './testing/thread.ts'
import { createFuzzValues } from './testing/values.ts'

/**
 * The calls run in rounds, each with its own node: a wallet filled by thousands of calls is slow without any attack.
 */
const CALLS = nightly() ? 10_000 : 1_000
const ROUNDS = nightly() ? 34 : 1
const MAX_LENGTH = nightly() ? 15_000_000 : 2_000_000
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
/** Maximum CPU time in ms for which a call may block the thread, with a margin for a slow machine. */
const HOLD = 200
/** Time in ms after which a long call is cancelled; it must then end. */
const PATIENCE = 400
const PASSPHRASE = 'fuzz'

/** Slow methods (passphrase checks, mining, searches, files, waiting), called less often than others. */
const SLOW = /^waitfor|passphrase|protectwallet|encryptwallet|unlockwallet|^generate$|^faucetget$|^dumpwallet$/
/** Method that would only end the run. */
const LEFT_OUT = new Set(['stop'])

interface Finding {
  readonly method: string
  readonly params: string
  readonly what: string
}

describe.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'every method with hostile parameters, round %i,',
  (round) => {
    const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
    let node: ChainNode
    const logged: string[] = []

    const call = (method: string, params: string, signal?: AbortSignal) =>
      node.dispatcher.callText(method, params, { transport: 'http', ...(signal && { signal }) })

    beforeAll(async () => {
      const exports = join(folder, 'exports')
      mkdirSync(exports)
      writeFileSync(join(exports, 'wallet.dat'), recordedBytes('synthetic_plain/wallet.dat'))
      const loaded = readOptions([
        ...['-ac_name=FUZZ', '-regtest', '-ac_supply=1000', '-ac_reward=100000000', '-ac_cc=2', '-ac_sapling=1'],
        ...[
          '-ac_ccenable=227,228,242',
          `-datadir=${folder}`,
          '-server=0',
          '-keypool=5',
          '-maxconnections=0',
          '-timestampindex=1',
        ],
        ...[`-exportdir=${exports}`, '-spentindex=1'],
      ])
      if (loaded.kind !== 'options') throw new Error('the options are wrong')
      node = createLoggingNode(loaded, (line) => logged.push(line))
      await node.start()
      await call('generate', '[5]')
      const address = JSON.parse(await call('getnewaddress', '[]'))
      const { pubkey } = JSON.parse(await call('validateaddress', JSON.stringify([address])))
      await call('setidentity', JSON.stringify([pubkey]))
      await call('generate', '[10]')
      const token = JSON.parse(await call('tokencreate', '["GOLD","1","a first token"]'))
      await call('sendrawtransaction', JSON.stringify([token.hex]))
      const fund = JSON.parse(await call('faucetfund', '["10"]'))
      await call('sendrawtransaction', JSON.stringify([fund.hex]))
      await call('generate', '[2]')
      const [gold] = JSON.parse(await call('tokenlist', '[]'))
      const ask = JSON.parse(await call('tokenask', JSON.stringify(['100', gold, '0.5'])))
      await call('sendrawtransaction', JSON.stringify([ask.hex]))
      await call('generate', '[1]')
    })
    afterAll(async () => {
      await node.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    /** Undoes calls after which all later calls would fail with the same error. */
    async function undo(method: string): Promise<void> {
      if (method === 'setmocktime') await call('setmocktime', '[0]')
      if (method === 'setautomine') await call('setautomine', '[false]')
      if (['walletlock', 'protectwallet', 'encryptwallet', 'walletpassphrasechange'].includes(method)) {
        await call('unlockwallet', JSON.stringify([PASSPHRASE, 100_000])).catch(() => undefined)
      }
    }

    it(`answers ${CALLS} calls without an internal error or a blocked thread`, async () => {
      const random = seededRandom(SEED + round)
      const harvest = createHarvest()
      const values = createFuzzValues(random, harvest, { longest: MAX_LENGTH })
      const all: readonly Method[] = Object.values(methods).filter(({ name }) => !LEFT_OUT.has(name))
      const findings: Finding[] = []
      const seen = new Set<string>()
      const watch = watchThread()
      const note = (method: string, params: string, what: string) => {
        const key = `${method} ${what.replace(/\d+/g, 'n')}`
        if (!seen.has(key)) findings.push({ method, params: params.slice(0, 300), what })
        seen.add(key)
      }

      /** Returns the CPU time in ms for which the call blocked the thread. */
      async function attempt(method: Method, params: string): Promise<number> {
        const controller = new AbortController()
        const timer = setTimeout(() => controller.abort(), PATIENCE)
        watch.longest()
        try {
          const text = await call(method.name, params, controller.signal)
          if (text.length < 100_000) harvest.reap(JSON.parse(text))
        } catch (error) {
          if (!(error instanceof RpcError)) note(method.name, params, `rejected with ${String(error)}`)
          else if (error.code === RPC_ERROR.INTERNAL) {
            const cause =
              error.cause instanceof Error ? (error.cause.stack ?? '').split('\n').slice(0, 3).join(' | ') : ''
            note(method.name, params, `internal error: ${error.message} ${cause}`)
          }
        } finally {
          clearTimeout(timer)
        }
        await new Promise(setImmediate)
        return watch.longest()
      }

      for (let count = 0; count < CALLS; count++) {
        let method = random.pick(all)
        while (SLOW.test(method.name) && !random.chance(0.05)) method = random.pick(all)
        const params = values.paramsOf(method)
        let held = await attempt(method, params)
        // Retry, because the machine may have been busy or collecting garbage.
        for (let again = 0; held > HOLD && again < 2; again++) held = Math.min(held, await attempt(method, params))
        if (held > HOLD) note(method.name, params, `held the thread for ${Math.round(held)} ms`)
        await undo(method.name)
      }
      watch.stop()
      if (process.env['FUZZ_REPORT']) writeFileSync(process.env['FUZZ_REPORT'], JSON.stringify(findings, null, 1))
      expect(findings).toEqual([])
      expect(JSON.parse(await call('getinfo', '[]')).name).toBe('FUZZ')
    })
  },
)
