import { describe, expect, it } from 'vitest'
import type { Method } from './define.ts'
import { methods } from './index.ts'
import { readsOnly } from './readsOnly.ts'

const names = (reads: boolean) =>
  Object.values(methods)
    .filter((method) => readsOnly(method) === reads)
    .map(({ name }) => name as string)

describe('readsOnly', () => {
  it('returns false for methods that act, sign, return secrets or take long', () => {
    const acting =
      /^(send|sign|dump|import(?!gateway)|export|backup|set(?!tings)|add(node|multi)|new|unlock|lock|prove|protect|encrypt|wallet(pass|lock)|generate|stop|submit|invalidate|reconsider|rebuild|audit|prepare|fund|faucet(get|fund)|start|cancel|token(create|transfer|ask|bid|fill|cancel)|clear|disconnect|restore|move|label|watch|unwatch|keypool|resend|note|prioritise|check(?!notarization))/
    expect(names(true).filter((name) => acting.test(name))).toEqual([])
    expect(names(true)).not.toContain('gettxoutsetinfo')
    expect(names(true)).not.toContain('waitfornewblock')
    expect(names(true)).not.toContain('getnewaddress')
    expect(names(true)).not.toContain('getrawchangeaddress')
    expect(names(true)).not.toContain('getaccountaddress')
  })

  it('returns true for methods that explorers and monitors need', () => {
    const asked =
      'getinfo getblock getblockhash getrawtransaction getmempoolinfo getpeerinfo getaddressbalance getaddressutxos tokenlist tokenorders listorders faucetinfo getblockstats testmempoolaccept getindexinfo uptime getnodestatus getsyncstate validateaddress decoderawtransaction help rpc.discover getbalance listtransactions'
    expect(names(true)).toEqual(expect.arrayContaining(asked.split(' ')))
  })

  it('rejects a method only because of its consent, signature, secret or duration', () => {
    for (const name of names(false)) {
      const method = Object.values(methods).find((one) => one.name === name)
      const { consent, signed, flags } = method as Method
      expect([name, consent !== 'none' || signed !== undefined || flags.secretResult || flags.longRunning]).toEqual([
        name,
        true,
      ])
    }
  })
})
