//! The yardstick: a loop written for one game only, two-player crazy eights as OpenSpiel plays it, on
//! bit sets. It differs from OpenSpiel in two ways. An eight is four moves here, one for each suit
//! called; OpenSpiel asks for the suit in a second move. Once the stock is gone, a full circle of
//! passes ends the game here; OpenSpiel waits for one more pass.
//!
//! `rustc -C opt-level=3 -C target-cpu=x86-64-v2 -C codegen-units=1 loop.rs && ./loop 2000000`

const PLAYERS: usize = 2;
const HAND_SIZE: usize = 7;
const MAX_DRAWS: u32 = 5;
// A card is the bit `suit * 16 + rank`, and the twos are rank 0.
const SUIT: u64 = 0x1fff;
const RANK: u64 = 0x0001_0001_0001_0001;
const EIGHTS: u64 = RANK << 6;

/// `SplitMix64`, and a number below `n` by multiplying and shifting.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((z ^ (z >> 31)) >> 32) * n as u64) >> 32) as usize
    }
}

/// The `k`th lowest bit of `set`, as a set of its own.
fn kth(mut set: u64, k: usize) -> u64 {
    for _ in 0..k {
        set &= set - 1;
    }
    set & set.wrapping_neg()
}

/// What follows a plain card, eights aside: its suit and its rank.
fn fitting(card: u64) -> u64 {
    let at = card.trailing_zeros();
    SUIT << (at & 48) | RANK << (at & 15)
}

/// Plays one random game and returns the number of decisions.
fn play(pack: &mut [u64; 52], rng: &mut Rng) -> u64 {
    for i in (1..52).rev() {
        pack.swap(i, rng.below(i + 1));
    }
    let mut hands = [0; PLAYERS];
    for (i, hand) in hands.iter_mut().enumerate() {
        *hand = pack[52 - HAND_SIZE * (i + 1)..][..HAND_SIZE].iter().sum();
    }
    // The stock is `pack[..stock]`, its top card last. An eight turned up goes back at random.
    let mut stock = 52 - HAND_SIZE * PLAYERS - 1;
    while pack[stock] & EIGHTS != 0 {
        pack.swap(stock, rng.below(stock + 1));
    }
    let mut fits = fitting(pack[stock]);
    let (mut seat, mut draws, mut passes, mut decisions) = (0, 0, 0, 0);
    loop {
        decisions += 1;
        let hand = hands[seat];
        let plain = hand & fits & !EIGHTS;
        let eights = hand & EIGHTS;
        let plays = plain.count_ones() as usize;
        let moves = plays + 4 * eights.count_ones() as usize;
        // The last choice is to draw or, if no card may be drawn, to pass.
        let choice = rng.below(moves + 1);
        if choice < moves {
            let card = if choice < plays { kth(plain, choice) } else { kth(eights, (choice - plays) / 4) };
            fits = if choice < plays { fitting(card) } else { SUIT << ((choice - plays) % 4 * 16) };
            hands[seat] ^= card;
            if hands[seat] == 0 {
                return decisions;
            }
            passes = 0;
        } else if draws < MAX_DRAWS && stock > 0 {
            stock -= 1;
            hands[seat] |= pack[stock];
            draws += 1;
            continue;
        } else if stock == 0 {
            passes += 1;
            if passes == PLAYERS {
                return decisions;
            }
        }
        draws = 0;
        seat = (seat + 1) % PLAYERS;
    }
}

/// The CPU time of this process so far; Linux reports it in hundredths of a second.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("needs Linux's /proc");
    // The name, in brackets, may hold spaces; user and system time are 12th and 13th after it.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn main() {
    let Some(Ok(games)) = std::env::args().nth(1).map(|games| games.parse::<u64>()) else {
        eprintln!("usage: loop GAMES");
        std::process::exit(2);
    };
    let mut pack = [0; 52];
    for (i, card) in pack.iter_mut().enumerate() {
        *card = 1 << (i / 13 * 16 + i % 13);
    }
    let mut rng = Rng(1);
    let start = cpu_seconds();
    let decisions: u64 = (0..games).map(|_| play(&mut pack, &mut rng)).sum();
    let seconds = (cpu_seconds() - start).max(0.01);
    println!(
        "{{\"games\":{games},\"decisions\":{decisions},\"cpu_seconds\":{seconds:.2},\
         \"decisions_per_cpu_second\":{:.0},\"decisions_per_game\":{:.2}}}",
        decisions as f64 / seconds,
        decisions as f64 / games as f64
    );
}
