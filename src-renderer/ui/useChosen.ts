import { useEffect, useState } from 'react'

/**
 * Shows a choice until the node confirms it: an older answer must not revert it.
 * @param now what the node said last
 * @returns what to show; chooses; takes the choice back, because it failed
 */
export function useChosen<Value>(now: Value): readonly [Value, (value: Value) => void, () => void] {
  const [chosen, setChosen] = useState<{ readonly value: Value }>()
  useEffect(() => setChosen((before) => (before && Object.is(before.value, now) ? undefined : before)), [now])
  return [
    chosen ? chosen.value : now,
    (value) => setChosen(Object.is(value, now) ? undefined : { value }),
    () => setChosen(undefined),
  ]
}
