import { describe, expect, it } from 'vitest'
import { writeShareText } from '#shared/chains/shareText.ts'
import { storableText } from './storableText.ts'

/** Private key 1, without any coins. */
const WIF = 'UpTesti5ZYzMUWHrmnZUcb2CvSVdeBZvS1Cgep8xP1ZAFKdvJ1Sq'
const PHRASE = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

describe('storableText', () => {
  it('keeps a text about a chain unchanged, even if it is incomplete', () => {
    const shared = writeShareText({
      ...{ name: 'GARDEN', magic: '12ab34cd', peers: ['203.0.113.9:7771', '[2001:db8::1]:7771'] },
      options: ['-ac_name=GARDEN', `-ac_pubkey=02${'9a'.repeat(32)}`, `-ac_script=${'76'.repeat(60)}`],
    })
    const typed = [
      '',
      '-ac_na',
      'GARDEN, a million coins',
      `> Look at this!\n> ${shared}`,
      '-ac_name=A -gen -addnode=::1',
    ]
    for (const text of [shared, ...typed]) expect(storableText(text)).toBe(text)
  })

  it('keeps only the chain options of a command line with a password', () => {
    for (const secret of ['-rpcpassword=hunter2', '--rpcauth=me:hunter2$x', '-walletpassphrase=hunter2']) {
      const line = `komodod -ac_name=GARDEN -rpcuser=me ${secret} -ac_supply=5 -addnode=203.0.113.9 "-ac_script=a b"`
      expect(storableText(line)).toBe('-ac_name=GARDEN -ac_supply=5 -ac_script="a b" -addnode=203.0.113.9')
    }
  })

  it('keeps no private key and no recovery phrase', () => {
    const xprv = `xprv${'9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPP'.repeat(2)}`
    for (const text of [WIF, ` ${WIF}\n`, xprv, PHRASE, PHRASE.replaceAll(' ', '\n'), PHRASE.replaceAll(' ', ', ')]) {
      expect(storableText(text)).toBe('')
    }
    expect(storableText(`-ac_name=GARDEN\n${WIF}\n${PHRASE}`)).toBe('-ac_name=GARDEN')
    expect(storableText(`-ac_name=${WIF}`)).toBe('')
  })
})
