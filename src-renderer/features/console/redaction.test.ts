import { describe, expect, it } from 'vitest'
import { consoleCall } from '#shared/rpc/words.ts'
import { hasPlaceholder, keptLine, mayHoldSecret } from './redaction.ts'

const WIF = 'UuHkQH4BW63pLpkdDmoF4nqvr5FhfhaHBxXLfvRPBGAVkjBzjZbS'

describe('keptLine', () => {
  it('keeps ordinary lines without changes', () => {
    expect(keptLine('getblock', '["0",1]')).toEqual({ text: 'getblock 0 1', redacted: false })
    expect(keptLine('getinfo', '[]')).toEqual({ text: 'getinfo', redacted: false })
  })

  it('removes a private key from any method', () => {
    for (const [method, params] of [
      ['importprivkey', `["${WIF}","label",false]`],
      ['signrawtransaction', `["00",null,["${WIF}"]]`],
      ['importprivky', `["${WIF}"]`],
      ['importprivkey', `["label","${WIF}"]`],
      ['signrawtransaction', `["${WIF}","00"]`],
    ] as const) {
      const kept = keptLine(method, params)
      expect(kept.redacted).toBe(true)
      expect(kept.text).not.toContain(WIF)
      expect(kept.text).toContain(method)
    }
  })

  it('removes a key that was pasted without a method', () => {
    const kept = keptLine(WIF, '[]')
    expect(kept).toEqual({ text: '(hidden)', redacted: true })
    const call = consoleCall(kept.text)
    expect(call && hasPlaceholder(call.method, call.paramsText)).toBe(true)
    expect(keptLine('getinf', '[]')).toEqual({ text: 'getinf', redacted: false })
  })

  it('removes a passphrase or a recovery phrase', () => {
    const secret = 'correct horse battery'
    for (const [method, params] of [
      ['encryptwallet', `["${secret}"]`],
      ['protectwallet', `["${secret}"]`],
      ['walletpassphrase', `["${secret}",60]`],
      ['unlockwallet', `["${secret}",60]`],
      ['checkpassphrase', `["${secret}"]`],
      ['walletpassphrasechange', `["${secret}","${secret}"]`],
      ['setphrase', `["${secret}",{"restore":true}]`],
      ['setphrase', '["correct","horse","battery"]'],
      ['unlockwallet', `["60","${secret}"]`],
    ] as const) {
      const kept = keptLine(method, params)
      expect(kept).toMatchObject({ redacted: true })
      expect(kept.text).not.toContain('horse')
      const call = consoleCall(kept.text)
      expect(call && hasPlaceholder(call.method, call.paramsText)).toBe(true)
    }
  })
})

describe('hasPlaceholder', () => {
  it('returns true for a history line with a removed secret', () => {
    for (const line of [keptLine('importprivkey', `["${WIF}"]`), keptLine('walletunlock', '["pass"]')]) {
      const call = consoleCall(line.text)
      expect(call && hasPlaceholder(call.method, call.paramsText)).toBe(true)
    }
  })

  it('returns false for all other lines', () => {
    expect(hasPlaceholder('importprivkey', `["${WIF}"]`)).toBe(false)
    expect(hasPlaceholder('getnewaddress', '["(hidden)"]')).toBe(false)
  })
})

describe('mayHoldSecret', () => {
  it('returns false for a method without secrets and for a lone method name', () => {
    for (const line of ['', 'getblock 0 1', 'getblo', 'sendtoaddress "RW']) expect(mayHoldSecret(line)).toBe(false)
  })

  it('returns true for a method with secrets, an unknown method, and a lone key', () => {
    for (const line of ['importprivkey ', `importprivkey ${WIF}`, `importprivky ${WIF}`, WIF]) {
      expect(mayHoldSecret(line)).toBe(true)
    }
  })
})
