/** Creates a transaction of each contract that a wallet can start alone. */
import type { AppWindow } from './app.ts'

const DAYS = String(30 * 86_400)

/** Sends the transactions one after another and confirms them in one block. */
export async function oneOfEachContract({ rpc }: Pick<AppWindow, 'rpc'>): Promise<void> {
  const { pubkey } = await rpc.call<{ pubkey: string }>('listinheritances')
  for (const [method, ...params] of [
    ['rewardscreatefunding', 'YEARLY', '20', '5', '30', '30', '1'],
    ['heirfund', '5', 'For Anna', pubkey, DAYS, ''],
    ['channelsopen', pubkey, '5', '100000000'],
    ['dicefund', 'LUCKY', '100', '1', '2', '10', '10'],
    ['oraclescreate', 'rain', 'millimetres a day', 'L'],
  ] as const) {
    const { hex, error } = await rpc.call<{ hex?: string; error?: string }>(method, ...params)
    if (hex === undefined) throw new Error(`${method}: ${error}`)
    await rpc.call('sendrawtransaction', hex)
  }
  await rpc.call('generate', 1)
}
