import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStartArguments, StartError } from './startArguments.ts'

const home = '/home/me'
const read = (text: string, chosenRoot?: string) =>
  readStartArguments(text === '' ? [] : text.split(' '), { home, cwd: '/srv', chosenRoot })
const ROOT = join(home, '.chainwright')

describe('readStartArguments', () => {
  it('names no chain if the command line has no chain option', () => {
    expect(read('')).toEqual({ root: ROOT, named: undefined, common: [] })
    expect(read('-debug=p2p --proxy=127.0.0.1:9050 -nolisten')).toEqual({
      root: ROOT,
      named: undefined,
      common: ['-debug=p2p', '--proxy=127.0.0.1:9050', '-nolisten'],
    })
  })

  it('takes the root from the command line or else from the environment', () => {
    expect(read('', '/data').root).toBe('/data')
    expect(read('-root=chains', '/data').root).toBe('/srv/chains')
    expect(read('--root=/a -root=/b').root).toBe('/b')
    expect(() => read('-root=')).toThrow(StartError)
  })

  it.each([
    ['-sandbox', 'SANDBOX', join(ROOT, 'SANDBOX')],
    ['-ac_name=A -ac_supply=5 -rpcport=7', 'A', join(ROOT, 'A')],
    ['-regtest', 'KMD', ROOT],
    ['-datadir=here', 'SANDBOX', '/srv/here'],
    ['-ac_name=A -datadir=/there', 'A', '/there'],
    ['nonsense', 'SANDBOX', join(ROOT, 'SANDBOX')],
  ])('finds the chain that %s names', (text, name, directory) => {
    // The node parses the original arguments and reports errors in them.
    expect(read(text).named).toMatchObject({ name, directory, argv: text.split(' ') })
  })

  it('passes the folder of a named chain in a non-default root', () => {
    expect(read('-ac_name=A -root=/data').named?.argv).toEqual(['-ac_name=A', '-datadir=/data/A'])
    expect(read('-sandbox -datadir=/x', '/data').named?.argv).toEqual(['-sandbox', '-datadir=/x'])
  })

  it('rejects single-chain options if no chain is named', () => {
    for (const word of ['-rpcport=7', '-port=7', '-pubkey=02', '-addnode=a', '-gen', '-loadblock=x', '-nogen']) {
      expect(() => read(word), word).toThrow(/applies to one chain: name the chain with -sandbox/)
    }
  })
})
