import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import { loadOptions } from './load.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rpc-bind-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function loadBind(...argv: string[]): readonly string[] {
  const loaded = loadOptions({
    ...{ argv: ['-ac_name=DEMO', ...argv], home, cwd: home, cpus: 1, ports: chainParamsFromArgs },
    random: (length) => new Uint8Array(length),
  })
  if (loaded.kind !== 'options') throw new Error(JSON.stringify(loaded))
  return loaded.options.rpc.bind
}

describe('-rpcbind', () => {
  it('replaces the address that the program wrote into the conf file, at the first start and later', () => {
    expect(loadBind()).toEqual(['127.0.0.1'])
    expect(loadBind('-rpcbind=0.0.0.0')).toEqual(['0.0.0.0'])
    expect(loadBind('-rpcbind=10.0.0.1', '-rpcbind=10.0.0.2')).toEqual(['10.0.0.1', '10.0.0.2'])
    expect(loadBind()).toEqual(['127.0.0.1'])
  })

  it('adds to addresses that the user wrote into the conf file', () => {
    mkdirSync(join(home, '.chainwright/DEMO'), { recursive: true })
    writeFileSync(join(home, '.chainwright/DEMO/DEMO.conf'), 'rpcbind=127.0.0.1\nrpcbind=10.0.0.1\n')
    expect(loadBind('-rpcbind=::1')).toEqual(['::1', '127.0.0.1', '10.0.0.1'])
  })
})
