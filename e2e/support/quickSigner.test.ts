import { describe, expect, it } from 'vitest'
import { secp256k1, sha256 } from '../../src-main/node/crypto/index.ts'
import { testKey } from '../../src-main/node/testing/index.ts'
import { createQuickSigner } from './quickSigner.ts'

describe('createQuickSigner', () => {
  const sign = createQuickSigner()
  const messages = Array.from({ length: 200 }, (_, number) => sha256(Buffer.from(`message ${number}`)))

  it('makes signatures that verify for this message and key only', () => {
    for (const [number, message] of messages.entries()) {
      const { priv, pub } = testKey(number)
      const signature = sign(message, priv)
      expect(secp256k1.verify(signature, message, pub)).toBe(true)
      expect(secp256k1.verify(signature, messages.at(number - 1)!, pub)).toBe(false)
    }
  })

  it('makes equal signatures of equal messages', () => {
    const { priv } = testKey(1)
    expect(createQuickSigner()(messages[0]!, priv)).toEqual(sign(messages[0]!, priv))
  })
})
