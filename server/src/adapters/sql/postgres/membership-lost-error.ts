/** The others have called this node dead and took over; a new start joins them again [CLU3]. In a file without the driver. */
export class MembershipLostError extends Error {
  override readonly name = "MembershipLostError";

  constructor() {
    super("the other nodes have taken over the devices of this one, which did not show that it lives");
  }
}
