/** Test data for screens that are inspected in every state. */
import type { AppWindow } from './app.ts'
import { mintOverRpc } from './tokens.ts'

export const NARROW = { width: 960, height: 640 }
export const WIDE = { width: 1280, height: 820 }

export const LONG_NAME = 'The longest name a token may have'.slice(0, 32)
export const LONG_TEXT =
  'Redeemable on presentation of the bearer’s proof of residence, in person, at any counter. '.repeat(45)

/** Creates tokens as on a chain in use: many, a few with special names. */
export async function populate({ rpc }: Pick<AppWindow, 'rpc'>): Promise<void> {
  const names = ['Café crème', 'Meilenpunkte', '東京ポイント', 'مرحبا', 'loyalty', 'share A', 'share B', 'vote']
  for (let index = 0; index < 24; index += 1) {
    const name = names[index] ?? `SERIES-${index}`
    await mintOverRpc(rpc, name, (((index * 7919) % 997) / 1e6 + 1e-8).toFixed(8), `Number ${index} of a series`)
  }
  await mintOverRpc(rpc, 'Deed 17', '0.00000001', 'One of a kind', `f7${Buffer.from('Certificate').toString('hex')}`)
  await mintOverRpc(rpc, LONG_NAME, '9000', LONG_TEXT.slice(0, 4000))
  await mintOverRpc(rpc, 'a\u202egnp.exe', '0.00000500', '<b>not bold</b>\u0007')
  await mintOverRpc(rpc, 'GOLD', '0.00250000', 'One unit is a milligram, kept in Bern')
}
