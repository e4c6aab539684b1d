import { methods } from '../../src-shared/rpc/index.ts'
import { readsOnly } from '../../src-shared/rpc/readsOnly.ts'
import { startDaemon } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import type { Record } from './figures.ts'

const LOOKS = 200

/** Measures the cost of a monitoring scrape: a complete `/metrics` reply of a node after calls of every read method. */
export async function measureMetrics(record: Record): Promise<void> {
  const port = await freePort()
  const daemon = await startDaemon({
    args: ['-ac_name=METRICS', '-regtest', '-ac_supply=1000', '-ac_cc=2', `-metrics=${port}`],
  })
  try {
    await daemon.rpc.call('generate', 50)
    for (const method of Object.values(methods).filter((one) => readsOnly(one))) await daemon.rpc.raw(method.name, [])
    const times: number[] = []
    let bytes = 0
    for (let look = 0; look < LOOKS; look++) {
      const begun = performance.now()
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      times.push(performance.now() - begun)
      bytes = text.length
    }
    times.sort((a, b) => a - b)
    record({
      name: '/metrics, median',
      value: times[LOOKS >> 1] ?? 0,
      unit: 'ms',
      goal: { sense: '<', limit: 5 },
      note: `${Math.round(bytes / 1000)} KB`,
    })
  } finally {
    await daemon.stop()
  }
}
