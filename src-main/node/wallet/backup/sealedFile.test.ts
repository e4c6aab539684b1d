import { describe, expect, it } from 'vitest'
import { countingRandom } from '../testing/index.ts'
import { newSealingKey, openSealedBackup, sealBackup } from './sealedFile.ts'

const PASSPHRASE = 'correct horse battery staple'
const COST = 1024
const CLOSED = 'Wrong passphrase or damaged file'
const content = new TextEncoder().encode('UuHkQH4BW63pLpkdDmoF4nqvr5FhfhaHBxXLfvRPBGAVkjBzjZbS label=rent'.repeat(20))
const copy = () => content.slice()

async function made() {
  const random = countingRandom()
  const key = await newSealingKey(PASSPHRASE, COST, random)
  return { random, key, text: sealBackup(copy(), key, random) }
}
const opened = async (text: string, passphrase = PASSPHRASE) => new Uint8Array(await openSealedBackup(text, passphrase))

describe('an encrypted backup', () => {
  it('opens with its passphrase, even if mail changed its line breaks', async () => {
    const { text } = await made()
    expect(await opened(text)).toEqual(content)
    expect(await opened(text.replaceAll('\n', '\r\n'))).toEqual(content)
  })

  it('differs each time for equal content, and is written without the passphrase', async () => {
    const { key, random, text } = await made()
    const next = sealBackup(copy(), key, random)
    expect(next.split('\n').slice(0, 3)).toEqual(text.split('\n').slice(0, 3))
    expect(next.split('\n').slice(4)).not.toEqual(text.split('\n').slice(4))
    expect(await opened(next)).toEqual(content)
  })

  it('contains no plain text of its content', async () => {
    const { text } = await made()
    expect(text).not.toContain('rent')
    expect(Buffer.from(text.split('\n').slice(4).join(''), 'base64').toString('latin1')).not.toContain('UuHk')
  })

  it('fails with one error for a wrong passphrase and for every modification', async () => {
    const { text } = await made()
    await expect(opened(text, 'Correct horse battery staple')).rejects.toThrow(CLOSED)
    const header = text.split('\n').slice(0, 4).join('\n').length
    // Every position of the header, except the line breaks around the scrypt line, and some positions of the content.
    const places = [...Array.from({ length: header }, (_, at) => at), header + 2, header + 400, text.length - 4]
    for (const at of places) {
      const other = text[at] === '1' ? '2' : '1'
      const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
      if (changed.split('\n')[1]?.length !== text.split('\n')[1]?.length) continue
      await expect(opened(changed), `place ${at}`).rejects.toThrow(CLOSED)
    }
    for (const cut of ['', 'chainwright-backup 1\n', text.slice(0, header), text.slice(0, -40)]) {
      await expect(opened(cut)).rejects.toThrow(CLOSED)
    }
  })

  it('cannot be forged from its public parts', async () => {
    const { key, random } = await made()
    const forged = sealBackup(copy(), { ...key, tagKey: new Uint8Array(32) }, random)
    await expect(opened(forged)).rejects.toThrow(CLOSED)
  })

  it('fails without key derivation if its scrypt cost is not allowed', async () => {
    const { text } = await made()
    const costs = [
      'scrypt 524288 8 1',
      'scrypt 1073741824 8 1',
      'scrypt 1000 8 1',
      'scrypt 1024 64 1',
      'scrypt 1024 8 16',
    ]
    for (const cost of costs) {
      // Key derivation runs on another thread and takes longer than one event-loop turn.
      const turn = new Promise((resolve) => setImmediate(resolve, 'derived'))
      const answer = opened(text.replace(/^scrypt \d+ \d+ \d+/m, cost)).catch(({ message }: Error) => message)
      expect(await Promise.race([answer, turn])).toBe(CLOSED)
    }
  })
})
