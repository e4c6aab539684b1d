import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { MinerMark } from '../../parts/mining/MinerMark.tsx'
import { formatRate, minerNote } from '../../parts/mining/minerWords.ts'
import { groupDigits } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import { networkShareWords, oddsOf, waitWords } from './odds.ts'

export function MinerFigures() {
  const miner = useRpc('getminerstatus', {})
  const info = useRpc('getmininginfo', {})
  const { data } = miner
  const nothing = miner.isError ? null : undefined
  const odds = data && oddsOf(data)
  const idle = data && data.rate === 0 ? '—' : undefined
  const network = info.data?.networksolps
  const share = data && network !== undefined ? (network > 0 ? networkShareWords(data.rate, network) : '—') : undefined
  return (
    <KeyFigures>
      <KeyFigure
        label="This computer"
        value={data ? <MinerMark state={data.state} /> : nothing}
        note={data ? minerNote(data) : undefined}
        source={<CallSource calls={[shownCall('getminerstatus', {}), shownCall('getmininginfo', {})]} />}
      />
      <KeyFigure
        label="Solutions a second"
        value={data ? (idle ?? formatRate(data.rate)) : nothing}
        note={idle === undefined ? 'the last 30 seconds' : 'none is searched'}
      />
      <KeyFigure
        label="A block about every"
        value={odds ? (idle ?? waitWords(odds.mean)) : nothing}
        note={idle === undefined && odds ? `half in ${waitWords(odds.median)}` : 'told while it mines'}
      />
      <KeyFigure
        label="Network share"
        value={share === undefined ? (miner.isError || info.isError ? null : undefined) : (idle ?? share)}
        note={network ? `of ${groupDigits(network)} a second` : 'no estimate yet'}
      />
      <KeyFigure
        label="Blocks found here"
        value={data ? groupDigits(data.total) : nothing}
        note={data ? `${groupDigits(data.blocks)} since start` : undefined}
      />
    </KeyFigures>
  )
}
