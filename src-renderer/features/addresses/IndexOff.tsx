import { DatabaseZap } from 'lucide-react'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function IndexOff() {
  return (
    <EmptyState icon={<DatabaseZap />} title="This node keeps no address index">
      Start it with -addressindex=1: it then reads all blocks once and keeps the index from then on.
    </EmptyState>
  )
}
