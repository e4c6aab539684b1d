import { useEffect, useState } from 'react'

/**
 * Shows the user's choice until the node confirms it, so that an older answer does not revert it.
 * @param now last value from the node
 * @returns the value to show, a function that chooses, and a function that reverts a failed choice
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
