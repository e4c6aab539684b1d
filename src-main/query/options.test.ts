import { describe, expect, it } from 'vitest'
import { queryOptions } from './options.ts'

const URL_WITH_PASSWORD = 'postgres://user:hidden@host/db'
const read = (argv: readonly string[], env: Record<string, string> = {}) =>
  queryOptions(argv, { env, cwd: '/work', version: '1.2.3' })
const RPC = ['-rpcport=8332', '-rpcpassword=x']

describe('queryOptions', () => {
  it('reads the address from the command line or the environment', () => {
    expect(read([`-database=${URL_WITH_PASSWORD}`, ...RPC])).toMatchObject({ kind: 'serve', url: URL_WITH_PASSWORD })
    const started = read(RPC, { CHAINWRIGHT_DATABASE: URL_WITH_PASSWORD })
    expect(started).toMatchObject({ kind: 'serve', url: URL_WITH_PASSWORD, rpc: { port: 8332, password: 'x' } })
  })

  it.each([
    [RPC, '-database=postgres://'],
    [['-database=mysql://user:hidden@host', ...RPC], '-database: postgres://'],
    [[`-database=${URL_WITH_PASSWORD}`, '-rpcpassword=x'], 'missing -rpcport=<port>'],
    [[`-database=${URL_WITH_PASSWORD}`, '-rpcport=1'], 'missing -rpcpassword or -rpcauth'],
    [['-databse=x'], '-databse is not an option of this program: -database?'],
    [['word'], '"word" is not an option of this program'],
  ])('rejects the arguments %j', (argv, message) => {
    const refused = read(argv)
    expect(refused).toMatchObject({ kind: 'error', message: expect.stringContaining(message) as string })
    expect(JSON.stringify(refused)).not.toContain('hidden')
  })

  it('prints its help and its version', () => {
    expect(read(['-help'])).toMatchObject({ kind: 'text', text: expect.stringContaining('-rpcreadonly') as string })
    expect(read(['-version'])).toEqual({ kind: 'text', text: 'Chainwright 1.2.3' })
  })
})
