import { expect, it } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import { vectorLines } from '../../../testing/index.ts'
import { callContext as context } from '../testing/walletTestNode.ts'
import { createKeyValueHandlers } from './keyValues.ts'

const at = (name: string, height: number) =>
  createKeyValueHandlers({ params: { name }, chain: { tip: () => ({ height }) as never } })

it('kvsearch returns the recorded reply for a missing key', async () => {
  const recorded = vectorLines<{ method: string | null; params: [string]; tip: number; response_raw: string }>(
    'regtest/transcript.jsonl',
  ).filter(({ method }) => method === 'kvsearch')
  expect(recorded).toHaveLength(1)
  for (const { params, tip, response_raw: raw } of recorded) {
    const reply = await at('REGTEST', tip).kvsearch({ key: params[0] }, context)
    expect(raw).toContain(`{"result":${methods.kvsearch.result.encode(reply)},`)
  }
})

it('kvsearch and kvupdate measure keys in bytes up to the first zero byte', async () => {
  const { kvsearch, kvupdate } = at('DEMO', 7)
  expect(await kvsearch({ key: 'ä\0b' }, context)).toMatchObject({ key: 'ä\0b', keylen: 2, error: 'cant find key' })
  expect(await kvsearch({ key: 'x'.repeat(80_008) }, context)).toMatchObject({ error: 'key too big' })
  for (const key of ['', '\0x']) {
    expect(await kvsearch({ key }, context)).toEqual({ error: 'null key' })
    const given = { key, value: 'v', days: '1', passphrase: undefined }
    expect(await kvupdate(given, context)).toEqual({ error: 'null key' })
  }
  const update = { key: 'a', value: 'v', days: '1', passphrase: 'p' }
  expect(await kvupdate(update, context)).toEqual({ error: 'error verifying sig, passphrase is probably wrong' })
})
