import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { P2pOptions } from '../node/composition/options.ts'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import { loadOptions } from './load.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'peers-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const load = (...argv: string[]) =>
  loadOptions({
    argv,
    home,
    cwd: home,
    cpus: 2,
    random: (length) => new Uint8Array(length),
    ports: chainParamsFromArgs,
  })

function p2p(...argv: string[]): P2pOptions | undefined {
  const loaded = load(...argv)
  if (loaded.kind !== 'options') throw new Error(JSON.stringify(loaded))
  return loaded.options.p2p
}

function message(...argv: string[]): string {
  const loaded = load('-ac_name=DEMO', ...argv)
  return loaded.kind === 'error' ? loaded.message : loaded.kind
}

describe('peer options', () => {
  it('keep the reference’s defaults on a main chain', () => {
    expect(p2p('-ac_name=DEMO')).toEqual({
      ...{ listen: true, listenRequired: false, bind: [], whiteBind: [], whitelist: [], maxConnections: 384 },
      ...{ connect: undefined, addNode: [], seedNode: [], dnsSeed: 'if-needed', onlyNet: undefined },
      ...{ proxy: undefined, onionProxy: undefined, proxyRandomize: true, dns: true, banScore: 101, banTime: 86_400 },
      ...{ timeout: 5_000, bloomFilters: true, externalIp: [], discover: true, maxOrphans: 100 },
      ...{ maxSendBuffer: 1_000_000, maxReceiveBuffer: 5_000_000, maxTipAge: 86_400, comments: [] },
    })
  })

  it('disable listening and DNS seeds by default on regtest and in the sandbox', () => {
    for (const argv of [['-ac_name=DEMO', '-regtest'], [], ['-ac_name=DEMO', '-regtest', '-dnsseed']]) {
      expect(p2p(...argv)).toMatchObject({ listen: false, dnsSeed: 'off', discover: false })
    }
    expect(p2p('-ac_name=DEMO', '-regtest', '-listen')).toMatchObject({ listen: true, listenRequired: true })
    expect(p2p('-ac_name=DEMO', '-regtest', '-bind=127.0.0.1:5')).toMatchObject({ listen: true, bind: ['127.0.0.1:5'] })
  })

  it('imply other options as on the reference', () => {
    expect(p2p('-ac_name=DEMO', '-connect=a:1')).toMatchObject({ connect: ['a:1'], listen: false, dnsSeed: 'off' })
    expect(p2p('-ac_name=DEMO', '-connect=a:1', '-listen', '-dnsseed')).toMatchObject({ listen: true, dnsSeed: 'off' })
    expect(p2p('-ac_name=DEMO', '-proxy=127.0.0.1')).toMatchObject({
      ...{ proxy: '127.0.0.1:9050', onionProxy: '127.0.0.1:9050', listen: false, discover: false },
    })
    expect(p2p('-ac_name=DEMO', '-proxy=[::1]:7', '-onion=0')).toMatchObject({
      proxy: '[::1]:7',
      onionProxy: undefined,
    })
    expect(p2p('-ac_name=DEMO', '-externalip=1.2.3.4')).toMatchObject({ externalIp: ['1.2.3.4'], discover: false })
    expect(p2p('-ac_name=DEMO', '-onlynet=IPv4', '-onlynet=tor')).toMatchObject({ onlyNet: ['ipv4', 'onion'] })
    expect(p2p('-ac_name=DEMO', '-dns=0', '-dnsseed')).toMatchObject({ dns: false, dnsSeed: 'off' })
    expect(p2p('-ac_name=DEMO', '-dnsseed')).toMatchObject({ dnsSeed: 'always' })
    expect(p2p('-ac_name=DEMO', '-dnsseed', '-proxy=127.0.0.1')).toMatchObject({ dnsSeed: 'off' })
    expect(p2p('-ac_name=DEMO', '-maxconnections=0')).toBeUndefined()
  })

  it.each([
    ['-onlynet=ipv9', "Unknown network specified in -onlynet: 'ipv9'"],
    ['-whitelist=1.2.3.4/99', "Invalid netmask specified in -whitelist: '1.2.3.4/99'"],
    ['-externalip=home', "Cannot resolve -externalip address: 'home'"],
    ['-proxy=a b', "Invalid -proxy address: 'a b'"],
    ['-uacomment=<b>', 'User Agent comment (<b>) contains unsafe characters.'],
    ['-banscore=0', '-banscore=0: expected a whole number from 1 to 2147483647'],
  ])('reject the invalid value %s', (option, text) => {
    expect(message(option)).toBe(text)
  })
})
