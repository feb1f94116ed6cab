/** Points in the order of their times, in memory that grows with them. Places are valid until the next change. */
export class PointsInOrder {
  #times = new Float64Array(32);
  #values = new Float64Array(32);
  head = 0;
  tail = 0;

  get size(): number {
    return this.tail - this.head;
  }

  timeAt(place: number): number {
    return this.#times[place] ?? Number.NaN;
  }

  valueAt(place: number): number {
    return this.#values[place] ?? Number.NaN;
  }

  /** By how much all places moved to make room. */
  append(ts: number, value: number): number {
    const moved = this.tail === this.#times.length ? this.#makeRoom() : 0;
    this.#times[this.tail] = ts;
    this.#values[this.tail] = value;
    this.tail++;
    return moved;
  }

  replace(place: number, value: number): void {
    this.#values[place] = value;
  }

  insert(place: number, ts: number, value: number): void {
    const at = place + this.append(0, 0);
    this.#times.copyWithin(at + 1, at, this.tail - 1);
    this.#values.copyWithin(at + 1, at, this.tail - 1);
    this.#times[at] = ts;
    this.#values[at] = value;
  }

  remove(place: number): void {
    this.#times.copyWithin(place, place + 1, this.tail);
    this.#values.copyWithin(place, place + 1, this.tail);
    this.tail--;
  }

  /** Where a time stands, or would. */
  placeOf(ts: number): number {
    let low = this.head;
    let high = this.tail;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.timeAt(middle) < ts) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #makeRoom(): number {
    const moved = -this.head;
    const isHalfEmpty = this.head > this.#times.length / 2;
    const room = isHalfEmpty ? this.#times.length : this.#times.length * 2;
    this.#times = resized(this.#times, this.head, this.tail, room);
    this.#values = resized(this.#values, this.head, this.tail, room);
    this.tail += moved;
    this.head = 0;
    return moved;
  }
}

function resized(
  numbers: Float64Array<ArrayBuffer>,
  from: number,
  to: number,
  room: number,
): Float64Array<ArrayBuffer> {
  const result = new Float64Array(room);
  result.set(numbers.subarray(from, to));
  return result;
}
